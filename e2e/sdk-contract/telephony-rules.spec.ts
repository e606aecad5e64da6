import type { Page } from '@playwright/test';
import { expect, holds } from './contract';

const prefix = 'Error starting dial out: ';

/** What each dial-out says in refusal, without the words they all begin with. */
async function dialOut(page: Page, attempts: object[]): Promise<(string | null)[]> {
  const said = await page.evaluate(async (options) => {
    const { lab } = window;
    const call = await lab.joined();
    const refusals: (string | null)[] = [];
    for (const option of options) refusals.push(await lab.refusal(() => call.startDialOut(option)));
    return refusals;
  }, attempts);
  return said.map((sentence) => sentence && sentence.replace(prefix, ''));
}

const sipUri = 'sip:jana@example.com';
const phoneNumber = '+420123456789';

holds('5.dial-out.one', async (page) => {
  const said = await dialOut(page, [{ sipUri }, { phoneNumber }, {}, { sipUri, phoneNumber }]);
  expect(said).toEqual([
    null,
    null,
    'either a sip uri or phone number must be provided',
    'only one of sip uri or phone number must be provided',
  ]);
});

holds('5.dial-out.sip', async (page) => {
  const refused = "Invalid SIP URI, must start with 'sip:'";
  const said = await dialOut(page, [
    { sipUri },
    { sipUri: 'jana@example.com' },
    { sipUri: 'tel:1' },
  ]);
  expect(said).toEqual([null, refused, refused]);
});

holds('5.dial-out.phone', async (page) => {
  const refused = 'Invalid phone number, must be valid phone number as per E.164';
  const numbers = ['+1', phoneNumber, '420123456789', '+420 123', '+', '+42a'];
  const said = await dialOut(
    page,
    numbers.map((number) => ({ phoneNumber: number })),
  );
  expect(said).toEqual([null, null, refused, refused, refused, refused]);
});

holds('5.dial-out.audio-codecs', async (page) => {
  const audio = [['OPUS'], ['PCMU'], ['PCMA'], ['G722'], ['OPUS', 'G722'], ['MP3'], []];
  const said = await dialOut(page, [
    ...audio.map((codecs) => ({ sipUri, codecs: { audio: codecs } })),
    { phoneNumber, codecs: { audio: ['MP3'] } },
  ]);
  const refused = 'audio codec must be one of OPUS, PCMU, PCMA, G722';
  const empty = 'audio codec array specified but empty';
  expect(said).toEqual([null, null, null, null, null, refused, empty, refused]);
});

holds('5.dial-out.video-codecs', async (page) => {
  const video = [['H264'], ['VP8'], ['VP8', 'H264'], ['AV1'], []];
  const said = await dialOut(
    page,
    video.map((codecs) => ({ sipUri, video: true, codecs: { video: codecs } })),
  );
  const refused = 'video codec must be H264 or VP8';
  expect(said).toEqual([null, null, null, refused, 'video codec array specified but empty']);
});

holds('5.dial-out.caller-id', async (page) => {
  const said = await dialOut(page, [
    { phoneNumber, callerId: 'id' },
    { sipUri, callerId: 'id' },
  ]);
  expect(said).toEqual([null, 'callerId not allowed with sipUri']);
});

holds(['5.dial-out.display-name', '9.limit.display-name'], async (page) => {
  const said = await dialOut(
    page,
    [199, 200].map((length) => ({ phoneNumber, displayName: 'n'.repeat(length) })),
  );
  expect(said).toEqual([null, 'displayName length must be less than 200']);
});

holds(['5.dial-out.user-id', '9.limit.user-id'], async (page) => {
  const said = await dialOut(
    page,
    [36, 37].map((length) => ({ phoneNumber, userId: 'u'.repeat(length) })),
  );
  expect(said).toEqual([null, 'userId length must be less than or equal to 36']);
});

async function transfer(page: Page, attempts: object[]): Promise<(string | null)[]> {
  return page.evaluate(async (options) => {
    const { lab } = window;
    const call = await lab.joined();
    const refusals: (string | null)[] = [];
    for (const option of options) {
      const request = { sessionId: 'session', ...option } as never;
      refusals.push(await lab.refusal(() => call.sipCallTransfer(request)));
    }
    return refusals;
  }, attempts);
}

holds('5.transfer.target', async (page) => {
  const said = await transfer(page, [
    { toEndPoint: sipUri },
    { toEndPoint: phoneNumber },
    { toEndPoint: '420123456789' },
    { toEndPoint: 'jana@example.com' },
  ]);
  const refused = expect.stringContaining('must starts with either "sip:" or "+"');
  expect(said).toEqual([null, null, refused, refused]);
});

holds('5.transfer.caller-id', async (page) => {
  const said = await transfer(page, [
    { toEndPoint: phoneNumber, callerId: 'id' },
    { toEndPoint: sipUri, callerId: 'id' },
  ]);
  expect(said).toEqual([null, 'callerId is only valid when transferring to a PSTN number']);
});

async function tones(page: Page, attempts: string[]): Promise<boolean[]> {
  return page.evaluate(async (values) => {
    const { lab } = window;
    const call = await lab.joined();
    return lab.allowed(values, (value) => call.sendDTMF({ sessionId: 'session', tones: value }));
  }, attempts);
}

holds(['5.dtmf.length', '9.limit.dtmf'], async (page) => {
  expect(await tones(page, ['1', '1'.repeat(20), '1'.repeat(21)])).toEqual([true, true, false]);
});

holds('5.dtmf.tones', async (page) => {
  const allowed = await tones(page, ['0123456789', 'ABCD*#', 'E', 'a', '1 2', '+1', 'w']);
  expect(allowed).toEqual([true, true, false, false, false, false, false]);
});
