import { handleCron } from '@/lib/server/notify/cron-request';
import { createReadEndpoint } from '@/lib/server/endpoint';

/** Runs the background jobs for a scheduler with the secret. Next derives HEAD from GET. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = createReadEndpoint(handleCron);
