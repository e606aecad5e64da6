export { CallWidget as Widget } from '../call-widget';
export { callEn as copy } from '@/lib/content/call-en';
