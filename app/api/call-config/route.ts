import { handleCallConfig } from '@/lib/server/call/call-config-request';
import { createReadEndpoint } from '@/lib/server/endpoint';

/** Returns the settings that our pages need for a call. Next derives HEAD from GET. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = createReadEndpoint(handleCallConfig);
