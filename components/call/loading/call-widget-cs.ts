export { CallWidget as Widget } from '@/components/call/call-widget';
export { callCopyCs as copy } from '@/lib/content/call-cs';
