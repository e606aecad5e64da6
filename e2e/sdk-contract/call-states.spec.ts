import { expect, holds } from './contract';

holds('4.states', async (page) => {
  const states = await page.evaluate(async () => {
    const { lab } = window;
    const call = lab.call();
    const seen: string[] = [call.meetingState()];
    const see = () => seen.push(call.meetingState());
    for (const event of ['loading', 'joining-meeting', 'joined-meeting', 'left-meeting'] as const) {
      call.on(event, see);
    }
    await call.load();
    see();
    await call.join({ url: 'https://voice.example/room' });
    await call.leave();
    return seen;
  });
  expect(states).toEqual([
    'new',
    'loading',
    'loaded',
    'joining-meeting',
    'joined-meeting',
    'left-meeting',
  ]);
});

holds('4.states.error', async (page) => {
  const states = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    const before = call.meetingState();
    window.machine.say({ action: 'error', errorMsg: 'No', error: { type: 'ejected', msg: 'No' } });
    await lab.settled();
    return [before, call.meetingState(), lab.library.DAILY_STATE_ERROR];
  });
  expect(states).toEqual(['joined-meeting', 'error', 'error']);
});

const warning = 'already joined meeting, call leave() before joining again';

holds('4.join.while-joining', async (page) => {
  const [state, joins, warnings] = await page.evaluate(async () => {
    const { lab } = window;
    window.machinePlan = { answers: { 'join-meeting': 'nothing' } };
    const call = lab.call();
    void call.join({ url: 'https://voice.example/room' });
    await lab.request('join-meeting');
    await call.join({ url: 'https://voice.example/room' });
    await lab.settled();
    const logged = lab.logged.filter(({ level }) => level === 'warn').map(({ text }) => text);
    return [call.meetingState(), window.machine.of('join-meeting').length, logged] as const;
  });
  expect([state, joins]).toEqual(['joining-meeting', 1]);
  expect(warnings).toContain(warning);
});

holds('4.join.while-joined', async (page) => {
  const [state, joins, warnings] = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    await call.join({ url: 'https://voice.example/room' });
    await lab.settled();
    const logged = lab.logged.filter(({ level }) => level === 'warn').map(({ text }) => text);
    return [call.meetingState(), window.machine.of('join-meeting').length, logged] as const;
  });
  expect([state, joins]).toEqual(['joined-meeting', 1]);
  expect(warnings).toContain(warning);
});

holds('4.leave.while-left', async (page) => {
  const result = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    await call.leave();
    await call.leave();
    await lab.settled();
    return [call.meetingState(), window.machine.of('leave-meeting').length];
  });
  expect(result).toEqual(['left-meeting', 1]);
});

holds('4.leave.while-error', async (page) => {
  const result = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    window.machine.say({ action: 'error', errorMsg: 'No', error: { type: 'ejected', msg: 'No' } });
    await lab.settled();
    await call.leave();
    await lab.settled();
    return [call.meetingState(), window.machine.of('leave-meeting').length];
  });
  expect(result).toEqual(['error', 0]);
});

holds('4.player.state', async (page) => {
  const [allowed, states] = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    const results = await lab.allowed(['play', 'pause', 'stop'], (state) =>
      call.startRemoteMediaPlayer({
        url: 'https://voice.test/film.mp4',
        settings: { state },
      } as never),
    );
    const asked = window.machine
      .of('daily-method-start-remote-media-player')
      .map(({ settings }) => (settings as { state: string }).state);
    return [results, asked] as const;
  });
  expect(allowed).toEqual([true, true, false]);
  expect(states).toEqual(['play', 'pause']);
});

holds('4.track.states', async (page) => {
  const states = ['playable', 'off', 'blocked', 'interrupted', 'loading', 'sendable'];
  const result = await page.evaluate(async (names) => {
    const { lab } = window;
    const call = await lab.joined();
    await lab.letIn({ user_name: 'Somebody' });
    const seen: unknown[] = [];
    let started = 0;
    call.on('track-started', () => (started += 1));
    for (const name of names) {
      const participant = lab.participant({ user_name: 'Somebody' }, name);
      const before = started;
      window.machine.say({ action: 'participant-updated', participant });
      await lab.settled();
      const { state, track } = call.participants().assistant?.tracks.audio ?? {};
      seen.push([state, Boolean(track), started - before]);
    }
    const exported = Object.entries(lab.library)
      .filter(([name]) => name.startsWith('DAILY_TRACK_STATE_'))
      .map(([, value]) => value);
    return { seen, exported };
  }, states);
  // A track is handed out while it is playable, and not while it is anything else.
  expect(result.seen).toEqual(states.map((name) => [name, name === 'playable', 0]));
  expect(result.exported.sort()).toEqual([...states].sort());
});

holds('4.access.levels', async (page) => {
  const levels = ['full', 'lobby', 'none'];
  const result = await page.evaluate(async (names) => {
    const { lab } = window;
    const call = await lab.joined();
    const seen: unknown[] = [call.accessState().access];
    for (const level of names) {
      window.machine.say({ action: 'access-state-updated', access: { level } });
      await lab.settled();
      seen.push((call.accessState().access as { level: string }).level);
    }
    const exported = Object.entries(lab.library)
      .filter(([name]) => name.startsWith('DAILY_ACCESS_'))
      .map(([, value]) => value as string);
    return { seen, exported };
  }, levels);
  expect(result.seen).toEqual(['unknown', ...levels]);
  expect(result.exported.sort()).toEqual(['full', 'lobby', 'none', 'unknown']);
});

holds('6.can-receive', async (page) => {
  const [permissions, refused] = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    await lab.letIn();
    const canReceive = { base: false, byUserId: { jana: true } };
    const update = (value: unknown) =>
      call.updateParticipant('assistant', {
        updatePermissions: { canReceive: value },
      } as never);
    update(canReceive);
    const { properties } = await lab.request('update-participant');
    return [properties, await lab.refusal(() => update('everything'))] as const;
  });
  expect(permissions).toEqual({
    updatePermissions: { canReceive: { base: false, byUserId: { jana: true } } },
  });
  expect(refused).toContain('updatePermissions can take');
});

holds('8.message.after-join', async (page) => {
  const said = await page.evaluate(async () => {
    const { lab } = window;
    const call = lab.call();
    return [
      await lab.refusal(() => call.sendAppMessage('hello')),
      await lab.refusal(() => call.startTranscription()),
      await lab.refusal(() => call.sendDTMF({ sessionId: 's', tones: '1' })),
    ];
  });
  expect(said).toEqual([
    'sendAppMessage() only supported after join.',
    'startTranscription() only supported after join.',
    'sendDTMF() only supported after join.',
  ]);
});

holds('8.message.before-join', async (page) => {
  const said = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    return [
      await lab.refusal(() => call.startCamera()),
      await lab.refusal(() => call.preAuth({ url: 'https://voice.example/room' })),
    ];
  });
  expect(said).toEqual([
    expect.stringMatching(/^startCamera\(\) not supported after joining a meeting\./),
    'preAuth() not supported after joining a meeting.',
  ]);
});

holds('8.message.needs-state', async (page) => {
  const said = await page.evaluate(async () => {
    const { lab } = window;
    const call = lab.call();
    return [
      await lab.refusal(() => call.startScreenShare()),
      await lab.refusal(() => call.stopScreenShare()),
    ];
  });
  const reason = 'requires preAuth(), startCamera(), or join() to initialize call state.';
  expect(said).toEqual([`startScreenShare() ${reason}`, `stopScreenShare() ${reason}`]);
});

holds('8.message.destroyed', async (page) => {
  const said = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    await call.destroy();
    return [
      await lab.refusal(() => call.setLocalAudio(false)),
      await lab.refusal(() => call.load()),
    ];
  });
  expect(said).toEqual(['Use after destroy', 'Use after destroy']);
});

holds('9.session-data', async (page) => {
  const said = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    // Ten characters are the JSON around the text.
    const set = (length: number) =>
      lab.refusal(() => call.setMeetingSessionData({ a: 'x'.repeat(length - '{"a":""}'.length) }));
    return [await set(102_400), await set(102_401)];
  });
  expect(said).toEqual([
    null,
    'Meeting session data is too large (102401 characters). Maximum size suppported is 102400.',
  ]);
});

holds('9.listeners', async (page) => {
  const warned = await page.evaluate(async () => {
    const { lab } = window;
    const call = lab.call();
    const warnings = () =>
      lab.logged.filter(({ text }) => text.includes('Possible EventEmitter memory leak')).length;
    for (let listeners = 0; listeners < 10; listeners += 1) call.on('app-message', () => {});
    const atTen = warnings();
    call.on('app-message', () => {});
    return [atTen, warnings()];
  });
  expect(warned).toEqual([0, 1]);
});
