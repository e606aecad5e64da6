import { endCall, filterLive, reconcileCalls } from '@/lib/server/call/call-records';
import { readAllRows, sendOrThrow } from '@/lib/server/database/queries';
import type { Db } from '@/lib/server/database/supabase';
import { getEnv } from '@/lib/server/env';
import { openDatabase, runCommand } from './command';

const HELP = `Stops all calls now: switches calls off in the database, and ends those that go on at the provider.
Calls stay off until calls_on in the table call_switch is set to true in the dashboard.

Usage:
  npm run calls:stop`;

const listRunningCalls = (db: Db) =>
  readAllRows((from, to) =>
    db
      .from('calls')
      .select('id, call_id, control_url')
      .or(`state.in.(unknown,missing),and(${filterLive()})`)
      .order('id')
      .range(from, to),
  );

await runCommand(HELP, {}, async () => {
  const { db, name } = await openDatabase();
  await sendOrThrow(db.from('call_switch').upsert({ one_row: true, calls_on: false }));
  console.log(`Calls are off in ${name}.`);

  const running = await listRunningCalls(db);
  const { VAPI_PRIVATE_KEY } = getEnv();
  const withoutEnd: string[] = [];
  await Promise.all(
    running.map(async ({ id, ...handle }) => {
      // A call that is still being created is ended by the request that creates it. Without the
      // private key, nothing can be asked about a call's id.
      const canEnd = handle.control_url !== null || VAPI_PRIVATE_KEY;
      if (!canEnd || !(await endCall(id, handle))) withoutEnd.push(id);
    }),
  );
  await reconcileCalls();
  // Those of the others are stored. If the database has failed, its sentence says so.
  for (const id of withoutEnd) await sendOrThrow(db.rpc('end_call', { id }));
  const left = (await listRunningCalls(db)).length;
  console.log(`Ended ${running.length - left} of ${running.length} calls.`);
  if (left > 0)
    throw new Error('The others end at their limit, or in the dashboard of the provider.');
});
