export { CallWidget as Widget } from '../call-widget';
export { callCs as copy } from '@/lib/content/call-cs';
