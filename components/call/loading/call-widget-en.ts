export { CallWidget as Widget } from '@/components/call/call-widget';
export { callCopyEn as copy } from '@/lib/content/call-en';
