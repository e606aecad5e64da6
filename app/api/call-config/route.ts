import { handleCallConfig } from '@/lib/server/call/call-config-request';
import { readEndpoint } from '@/lib/server/http/http';

/** Tells our own pages what they need to dial. Next makes HEAD from GET. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readEndpoint(handleCallConfig);
