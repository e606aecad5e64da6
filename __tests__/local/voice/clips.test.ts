/** @jest-environment node */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import lines from '@/local/voice/lines.json';
import { startVoiceProvider } from '@/local/voice/server';

test('every sentence has its clip, and all clips together stay under 250 KB', async () => {
  const clips = join(process.cwd(), 'local/voice/clips');
  const spoken = Object.entries(lines).flatMap(([language, turns]) =>
    Object.entries(turns)
      .filter(([turn]) => turn !== 'visitor')
      .flatMap(([turn, sentences]) =>
        sentences.map((_, index) => `${language}/${turn}-${index + 1}.opus`),
      ),
  );
  const kept = readdirSync(clips, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.opus'),
  );
  expect(kept.sort()).toEqual(spoken.sort());
  const bytes = kept.reduce((sum, clip) => sum + statSync(join(clips, clip)).size, 0);
  expect(bytes).toBeLessThan(250_000);
});

test('pages of any origin may play a clip', async () => {
  const provider = await startVoiceProvider({ publicKey: 'public', privateKey: 'private' });
  const { headers } = await fetch(`${provider.url}/clips/en/greeting-1.opus`);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  await provider.close();
});
