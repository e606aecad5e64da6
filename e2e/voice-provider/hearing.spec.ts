import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, until } from './harness';

const rate = 48_000;
const speechMs = 1500;
const pauseMs = 2500;

/** A 16-bit mono WAV that loops: speech-like noise, then silence. */
function sentences(): Buffer {
  const samples = new Int16Array(((speechMs + pauseMs) / 1000) * rate);
  const spoken = (speechMs / 1000) * rate;
  for (let i = 0; i < spoken; i += 1) {
    const syllable = 0.3 + 0.7 * Math.abs(Math.sin((2 * Math.PI * 2 * i) / rate));
    const voice = [180, 360, 720, 1440].reduce(
      (sum, hertz) => sum + Math.sin((2 * Math.PI * hertz * i) / rate) / 4,
      0,
    );
    samples[i] = 16_000 * syllable * voice;
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

test.use({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'microphone-'));
      const file = join(folder, 'sentences.wav');
      writeFileSync(file, sentences());
      const args = [...(launchOptions.args ?? []), `--use-file-for-fake-audio-capture=${file}`];
      await provide({ ...launchOptions, args });
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

test('the assistant answers when the visitor has spoken and paused, and not before', async ({
  page,
  harness,
}) => {
  await harness.open();
  await harness.call('brief');
  const events = await until(page, 'call-end', {}, 60_000);
  const updates = events.flatMap(({ name, detail, at }) => {
    const { type, role, status } = (detail ?? {}) as Record<string, string>;
    return name === 'message' && type === 'speech-update'
      ? [{ what: `${role} ${status}`, at }]
      : [];
  });
  const stops = updates.filter(({ what }) => what === 'user stopped');
  expect(stops).toHaveLength(3);
  for (const stop of stops) {
    const start = updates.findLast(({ what, at }) => what === 'user started' && at < stop.at)!;
    const next = updates.find(({ at }) => at > stop.at);
    const heard = events.flatMap(({ name, detail, at }) =>
      name === 'local-volume-level' && at > start.at && at < stop.at ? [detail as number] : [],
    );
    expect(Math.max(...heard)).toBeGreaterThan(0.05);
    // Ten levels a second: the last ones before the assistant takes its turn are of the pause.
    expect(Math.max(...heard.slice(-3))).toBeLessThan(0.02);
    expect(next?.what).toBe('assistant started');
  }
});
