export { CallWidget as Widget } from '@/components/call/call-widget';
export { callEn as copy } from '@/lib/content/call-en';
