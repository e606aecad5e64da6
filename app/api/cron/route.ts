import { handleCron } from '@/lib/server/notify/cron-request';
import { readEndpoint } from '@/lib/server/http/http';

/** Does the chores for a scheduler that knows the secret. Next makes HEAD from GET. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readEndpoint(handleCron);
