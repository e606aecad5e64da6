import { handleCron } from '@/lib/server/cron-request';
import { readEndpoint } from '@/lib/server/http';

/** Does the chores for a scheduler that knows the secret. Next makes HEAD from GET. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readEndpoint(handleCron);
