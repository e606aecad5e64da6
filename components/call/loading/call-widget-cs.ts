export { CallWidget as Widget } from '@/components/call/call-widget';
export { callCs as copy } from '@/lib/content/call-cs';
