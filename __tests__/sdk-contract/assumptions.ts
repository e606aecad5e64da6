/** What we assume about the libraries of the product, one row per observable behavior. */
export interface Assumption {
  id: string;
  section: string;
  library: 'voice SDK' | 'call library' | 'voice API' | 'backend client' | 'framework';
  subject: string;
  /** The part of the product that a change would affect; absent if it is not used. */
  usedBy?: 'lib/call' | 'lib/server';
  /** Why no test of this repository can see it. */
  unobservable?: string;
}

type Row = Pick<Assumption, 'subject' | 'usedBy' | 'unobservable'>;

const forCall = (subject: string): Row => ({ subject, usedBy: 'lib/call' });
const forServer = (subject: string): Row => ({ subject, usedBy: 'lib/server' });

function createSection<const Ids extends string>(
  name: string,
  library: Assumption['library'],
  rows: Record<Ids, Row | string>,
): Record<Ids, Assumption> {
  const entries = Object.entries<Row | string>(rows).map(([id, row]) => [
    id,
    { id, section: name, library, ...(typeof row === 'string' ? { subject: row } : row) },
  ]);
  return Object.fromEntries(entries) as Record<Ids, Assumption>;
}

const assumptionsById = {
  ...createSection('3 Call events', 'voice SDK', {
    '3.events.call-id': 'success of a start carries the id of the call',
    '3.events.durations': 'completed stages and the whole start carry their duration',
    '3.events.timestamp': 'progress, success, failure and error events carry an ISO timestamp',
    '3.events.error-text': 'the failure event carries the text of the error',
    '3.events.stage': 'progress events carry the stage and its status',
    '3.events.context': 'the failure event says whether an assistant, squad or workflow was given',
    '3.events.mobile': 'the failure event says whether the device is a mobile one',
    '3.messages': forCall('messages of the voice call carry a type and a status'),
  }),
  ...createSection('3 Voice-provider API resources', 'voice API', {
    '3.resources': 'the resources of the voice API',
    '3.resources.versions': 'assistants have versions',
    '3.resources.phone-import': 'phone numbers are imported from two telephony providers',
    '3.resources.test-suites': 'test suites have tests and runs',
    '3.resources.org': 'organisations have users, invites, roles and an auth token',
    '3.resources.pinned': 'templates can be pinned',
    '3.resources.fields': 'no field list is imposed: a body goes out as it was given',
    '3.create.assistant-inline': 'the create-web-call payload takes an assistant inline',
    '3.create.assistant-id': 'the create-web-call payload takes an assistant by its id',
    '3.create.assistant-overrides': 'the create-web-call payload takes assistant overrides',
    '3.create.squad': 'the create-web-call payload takes a squad inline or by its id',
    '3.create.workflow': 'the create-web-call payload takes a workflow inline or by its id',
    '3.create.workflow-overrides': 'the create-web-call payload takes workflow overrides',
    '3.create.keys': 'the create-web-call payload has these keys and no others',
    '3.response.id': 'the create-web-call response gives the call its id',
    '3.response.url': forCall('the create-web-call response gives the address of the room'),
    '3.response.recording': 'the create-web-call response says whether video is recorded',
    '3.response.provider': 'the create-web-call response names the provider of the voice',
  }),
  ...createSection('4 Web call client', 'call library', {
    '4.states': forCall('client states from new to left'),
    '4.states.error': 'client state error',
    '4.join.while-joining': 'joining while joining is refused with a warning',
    '4.join.while-joined': 'joining while joined is refused with a warning',
    '4.leave.while-left': 'leaving twice resolves immediately',
    '4.leave.while-error': 'leaving in the error state resolves at once',
  }),
  ...createSection('4 Web call client', 'voice SDK', {
    '4.started.flag': 'a started flag keeps a second start from dialling',
    '4.started.progress': 'a second start reports validation failed, already started',
    '4.started.nothing': 'a second start returns nothing',
    '4.stage.initialization': 'start stage initialization',
    '4.stage.web-call-creation': 'start stage web-call-creation',
    '4.stage.daily-call-object-creation': 'start stage daily-call-object-creation',
    '4.stage.mobile-permissions': 'start stage mobile-permissions',
    '4.stage.daily-call-join': 'start stage daily-call-join',
    '4.stage.video-recording-setup': 'start stage video-recording-setup',
    '4.stage.video-recording-started': 'start stage video-recording-started',
    '4.stage.audio-observer-setup': 'start stage audio-observer-setup',
    '4.stage.audio-processing-setup': 'start stage audio-processing-setup',
    '4.stage.statuses': 'stages are started, completed or failed, in this order',
    '4.listening': forCall('the message listening means that the call has started'),
    '4.ended.mark': forCall('a status-update ended from the call marks the end as told'),
    '4.left.call-end': forCall('leaving the meeting emits call-end'),
    '4.left.status': forCall('leaving the meeting emits a status-update ended with its reason'),
    '4.left.once': forCall('the status-update of the end comes once'),
    '4.left.recording': 'leaving the meeting stops a video recording',
    '4.left.cleanup': forCall('leaving the meeting cleans up after call-end'),
    '4.speech.source': forCall('speech events come from the remote audio level'),
    '4.speech.threshold': forCall('the level above which somebody speaks'),
    '4.speech.end': forCall('speech-end comes one second after the last audio'),
    '4.volume.formula': forCall('the volume is the summed level over a divisor'),
    '4.volume.cap': forCall('the volume is capped at one'),
    '4.failed.failure': 'a failed start emits a failure event',
    '4.failed.error': 'a failed start emits an error event',
    '4.failed.cleanup': 'a failed start cleans up, so that the next one may begin',
    '4.failed.nothing': 'a failed start returns nothing',
    '4.reconnect.room': forCall('reconnect has a call object at once, which stop() leaves'),
    '4.reconnect.same': forCall('reconnect asks the call machine for the same as start'),
    '4.reconnect.start': forCall('reconnect emits call-start right after call-start-success'),
    '4.reconnect.early': forCall('reconnect passes on messages that come before it has joined'),
    '4.reconnect.answer': forCall('the message listening emits another call-start'),
    '4.reconnect.failed': forCall('a failed reconnect rejects, and emits one reconnect-error'),
    '4.reconnect.second': forCall('a second reconnect throws, and leaves the first alone'),
  }),
  ...createSection('4 Web call client', 'call library', {
    '4.player.state': 'a remote media player plays or pauses',
    '4.track.states': forCall('track states'),
    '4.access.levels': 'access levels',
  }),
  ...createSection('4 Authentication session events', 'backend client', {
    '4.auth.signed-in': 'event SIGNED_IN',
    '4.auth.signed-out': 'event SIGNED_OUT',
    '4.auth.token-refreshed': 'event TOKEN_REFRESHED',
    '4.auth.user-updated': 'event USER_UPDATED',
    '4.auth.password-recovery': 'event PASSWORD_RECOVERY',
    '4.auth.initial-session': 'event INITIAL_SESSION',
    '4.auth.mfa': 'event MFA_CHALLENGE_VERIFIED',
    '4.auth.unused': forServer(
      'configured as in the product, no session event but the first ever comes',
    ),
  }),
  ...createSection('5 Web call start', 'voice SDK', {
    '5.start.required': 'a start needs an assistant, a squad or a workflow',
    '5.start.throws': 'a start without any of them throws this sentence',
    '5.start.event': 'a start without any of them emits a validation error',
  }),
  ...createSection('5 Call client option rules', 'call library', {
    '5.user-data.json': 'userData must serialise to JSON',
    '5.user-data.size': 'userData is at most 4096 characters',
    '5.interval': forCall('an audio level interval is a number of at least 100 ms'),
    '5.custom-track.length': 'a custom track name is at most 50 characters',
    '5.custom-track.reserved': 'a custom track name is no reserved one',
    '5.custom-track.mode': 'a custom track mode is music, speech or an object',
    '5.recording.type': 'recording types',
    '5.simulcast.array': 'simulcast encodings are an array',
    '5.simulcast.layers': 'simulcast encodings have 1 to 3 layers',
    '5.send.camera': 'camera send presets',
    '5.send.screen': 'screen send presets',
    '5.send.quality': 'maxQuality is low, medium or high',
    '5.player.volume': 'a remote media player is between volume 0 and 2',
    '5.dial-out.one': 'dial-out needs exactly one of SIP address and phone number',
    '5.dial-out.sip': 'a dial-out SIP address starts with sip:',
    '5.dial-out.phone': 'a dial-out phone number is a plus and digits',
    '5.dial-out.audio-codecs': 'dial-out audio codecs',
    '5.dial-out.video-codecs': 'dial-out video codecs',
    '5.dial-out.caller-id': 'dial-out takes no caller id with a SIP address',
    '5.dial-out.display-name': 'a dial-out display name is under 200 characters',
    '5.dial-out.user-id': 'a dial-out user id is at most 36 characters',
    '5.transfer.target': 'a call transfer goes to sip: or +',
    '5.transfer.caller-id': 'a call transfer takes a caller id for phone numbers alone',
    '5.dtmf.length': 'at most 20 DTMF tones',
    '5.dtmf.tones': 'DTMF tones are digits, A to D, * and #',
    '5.background.blur': 'background blur strength is above 0 and at most 1',
    '5.background.selection': 'a background image is chosen by an integer from 1 to 10',
    '5.background.source': 'a background image may be an address, a buffer or the default',
    '5.integration.label': 'a custom integration needs a label',
    '5.integration.location': 'a custom integration sits in main or sidebar',
    '5.integration.source': 'a custom integration has src or srcdoc, not both',
    '5.tray.state': 'visual states of a tray button',
    '5.network-test': 'network tests need a live video track',
    '5.app-message': forCall('a message into the call has a largest size'),
  }),
  ...createSection('6 Roles and permissions', 'backend client', {
    '6.anonymous': forServer('without a sign-in there is no session and no user'),
    '6.key': forServer('the data client sends the key it was made with'),
    '6.no-persistence': forServer('the data client keeps no session when told so'),
  }),
  ...createSection('6 Roles and permissions', 'voice SDK', {
    '6.microphone': forCall('the microphone needs the permission of the browser'),
  }),
  ...createSection('6 Roles and permissions', 'voice API', {
    '6.bearer': forCall('secured calls carry the token of the caller as a bearer'),
    '6.org.roles': 'roles in an organisation can be changed',
    '6.org.invite': 'members are invited',
    '6.org.remove': 'members are removed',
    '6.org.role-names': 'no role name is imposed by the client',
  }),
  ...createSection('6 Roles and permissions', 'call library', {
    '6.can-receive': 'participant permissions such as canReceive are passed through',
    '6.modes': 'some methods are restricted by the mode of the client',
  }),
  ...createSection('7 Voice call service', 'voice SDK', {
    '7.key': forCall('the client is made with a public key'),
    '7.assistant': forCall('a call is started with the id of an assistant'),
    '7.messages.json': forCall('messages into the call are JSON'),
    '7.say.fields': 'the say message has a text and whether the call ends after it',
    '7.say.interruptions': 'the say message allows no interruptions unless told so',
    '7.say.interrupt-assistant': 'the say message does not interrupt the assistant unless told so',
  }),
  ...createSection('7 Voice call service', 'call library', {
    '7.geo': 'the geo lookup at a third party',
  }),
  ...createSection('7 Voice provider API', 'voice API', {
    '7.api.base': forCall('the base address has a default'),
    '7.api.base-override': forCall('the base address can be set'),
    '7.api.secured': forCall('every call is secured'),
    '7.api.payloads': 'payloads are passed on as they are',
    '7.api.call': 'POST /call, GET /call, GET, PATCH and DELETE of one call',
    '7.api.call-phone': 'POST /call/phone',
    '7.api.call-web': forCall('POST /call/web'),
    '7.api.v2-call': 'GET /v2/call with export and metadata',
    '7.api.v2-assistant': 'GET /v2/assistant',
    '7.api.v2-phone-number': 'GET /v2/phone-number',
    '7.api.chat': 'GET and POST /chat, GET and DELETE of one chat',
    '7.api.chat-responses': 'POST /chat/responses, /chat/web and /chat/web/responses',
    '7.api.campaign': 'CRUD of campaigns with a list in pages',
    '7.api.session': 'CRUD of sessions',
    '7.api.assistant': 'CRUD of assistants',
    '7.api.assistant-put': 'PUT replaces an assistant',
    '7.api.assistant-version': 'the versions of an assistant',
    '7.api.phone-number': 'CRUD of phone numbers',
    '7.api.phone-import': 'import of phone numbers from twilio and vonage',
    '7.api.tool': 'CRUD of tools',
    '7.api.knowledge-base': 'CRUD of knowledge bases',
    '7.api.workflow': 'CRUD of workflows with generation',
    '7.api.squad': 'CRUD of squads',
    '7.api.token': 'CRUD of tokens',
    '7.api.credential': 'CRUD of credentials',
    '7.api.template': 'CRUD of templates with the pinned ones',
    '7.api.file-upload': 'POST /file/upload, deprecated',
    '7.api.file': 'POST /file with a multipart form',
    '7.api.file-patch': 'PATCH of a file with JSON',
    '7.api.support': 'POST /support/ticket',
    '7.api.test-suite': 'CRUD of test suites',
    '7.api.test-suite-test': 'CRUD of the tests of a suite',
    '7.api.test-suite-run': 'CRUD of the runs of a suite',
    '7.api.analytics': 'POST /analytics',
    '7.api.logs': 'GET and DELETE of /log and /logs',
    '7.api.org': 'POST and GET /org, GET, PATCH and DELETE of one organisation',
    '7.api.org-members': 'users of an organisation, leaving it, removing a member',
    '7.api.org-invite': 'invitation, role and auth of an organisation',
    '7.api.credential-session': 'POST /credential/session and /credential/trigger',
    '7.api.credential-webhook': 'POST /credential/webhook without auth',
    '7.api.voice-library': 'the voice library of a provider with its accents',
    '7.api.voice-library-sync': 'synchronising the voice library, and the sesame voice',
    '7.api.provider': 'workflows, hooks, locations and voices of a provider',
    '7.api.provider-add': 'adding voices to a provider',
    '7.api.voice-clone': 'POST /11labs/voice/clone with a multipart form',
  }),
  ...createSection('7 Authentication endpoints', 'backend client', {
    '7.auth.signup': 'endpoint signup',
    '7.auth.token': 'endpoint token',
    '7.auth.refresh': 'endpoint for refreshing',
    '7.auth.otp': 'endpoint otp',
    '7.auth.verify': 'endpoint verify',
    '7.auth.logout': 'endpoint logout',
    '7.auth.user': 'endpoint user',
    '7.auth.recover': 'endpoint recover',
    '7.auth.factors': 'endpoint factors',
    '7.auth.identities': 'endpoint identities',
    '7.auth.admin': 'endpoint admin',
    '7.auth.unused': forServer('configured as in the product, no table call touches them'),
  }),
  ...createSection('8 Web call client', 'voice SDK', {
    '8.errors.shape': forCall('errors are emitted with stage, error and timestamp'),
    '8.error.validation': forCall('error validation-error at the stage input-validation'),
    '8.error.object': forCall('error daily-call-object-creation-error'),
    '8.error.join': forCall('error daily-call-join-error'),
    '8.error.recording': forCall('error video-recording-setup-error'),
    '8.error.observer': forCall('error audio-observer-setup-error'),
    '8.error.processing': forCall('error audio-processing-setup-error'),
    '8.recovery.off': forCall('a failed audio processor turns noise cancellation off'),
    '8.recovery.audio': forCall('a failed audio processor turns local audio on again'),
    '8.no-call.mute': 'muting without a call is refused with this sentence',
    '8.no-call.level': 'adjusting the microphone without a call is refused with this sentence',
    '8.unparsable': forCall('an unparsable message is logged and nothing else'),
  }),
  ...createSection('8 Call library error types', 'call library', {
    '8.fatal.connection-error': forCall('fatal error connection-error'),
    '8.fatal.ejected': forCall('fatal error ejected'),
    '8.fatal.end-of-life': forCall('fatal error end-of-life'),
    '8.fatal.exp-room': forCall('fatal error for an expired room'),
    '8.fatal.exp-token': forCall('fatal error for an expired token'),
    '8.fatal.nbf-room': forCall('fatal error for a room before its time'),
    '8.fatal.nbf-token': forCall('fatal error for a token before its time'),
    '8.fatal.meeting-full': forCall('fatal error for a full meeting'),
    '8.fatal.not-allowed': forCall('fatal error not allowed'),
    '8.fatal.no-room': forCall('fatal error no room'),
    '8.camera.permissions': forCall('camera error permissions'),
    '8.camera.not-found': forCall('camera error not found'),
    '8.camera.in-use': forCall('camera error in use'),
    '8.camera.constraints': forCall('camera error constraints'),
    '8.camera.unknown': forCall('camera error unknown'),
    '8.message.after-join': 'library message for methods that need a joined meeting',
    '8.message.before-join': 'library message for methods refused after joining',
    '8.message.needs-state': 'library message for methods that need call state',
    '8.message.destroyed': 'library message for a destroyed client',
  }),
  ...createSection('8 Voice API errors', 'voice API', {
    '8.api.rejects': forCall('a response that is not ok rejects'),
    '8.api.body': forCall('the rejection carries the body of the error'),
  }),
  ...createSection('8 Backend client errors', 'backend client', {
    '8.functions.fetch': 'sentence for an Edge Function that cannot be reached',
    '8.functions.relay': 'sentence for a relay that cannot reach the Edge Function',
    '8.functions.status': 'sentence for an Edge Function that answers with an error',
    '8.auth.session-missing': 'sentence for a missing auth session',
    '8.auth.user-missing': 'sentence for an answer without session or user',
    '8.auth.weak-password': 'the error for a weak password',
    '8.auth.invalid-jwt': 'the error for an invalid JWT',
    '8.auth.retryable': 'the statuses after which auth may be retried',
    '8.backend.product': forServer(
      'configured as in the product, a refused table call returns the error of the database',
    ),
  }),
  ...createSection('8 Router fallback', 'framework', {
    '8.router': {
      subject: 'the title of the fallback page',
      unobservable: 'it is a page of the product itself, which its own browser tests open',
    },
  }),
  ...createSection('9 Call constants', 'voice SDK', {
    '9.speech.end': forCall('speech-end delay'),
    '9.speech.threshold': forCall('speaking threshold'),
    '9.volume': forCall('volume divisor and cap'),
    '9.observer': forCall('interval of the remote level observer'),
    '9.mobile': 'wait for permissions on mobile devices before joining',
    '9.recording.size': 'size of the video recording',
    '9.recording.background': 'background of the video recording',
    '9.recording.layout': 'layout of the video recording',
    '9.subscription': forCall('tracks are not subscribed to automatically'),
    '9.subscription.audio': forCall('audio is always subscribed'),
    '9.subscription.video-recording': 'video is subscribed while video is recorded',
    '9.subscription.video-tavus': 'video is subscribed for a tavus voice',
    '9.speaker': forCall('the assistant is known by a fixed user name'),
    '9.noise': forCall('noise cancellation of the microphone is on from the start'),
  }),
  ...createSection('9 Call constants', 'call library', {
    '9.limit.user-data': 'limit of userData',
    '9.limit.track-name': 'limit of trackName',
    '9.limit.display-name': 'limit of the dial-out display name',
    '9.limit.user-id': 'limit of the dial-out user id',
    '9.limit.dtmf': 'limit of DTMF tones',
    '9.limit.simulcast': 'limit of simulcast layers',
    '9.limit.player-volume': 'limit of the remote media player volume',
    '9.limit.background': 'limit of background image presets',
    '9.version': forCall('version of the call library'),
    '9.load.attempts': forCall('number of attempts at loading the bundle'),
    '9.load.pause': forCall('pause between attempts at loading the bundle'),
    '9.load.timeout': forCall('time allowed for loading the bundle'),
    '9.session-data': 'largest meeting session data',
    '9.grid': 'most tiles on a grid page',
    '9.listeners': 'listeners per event before a warning',
  }),
  ...createSection('9 Backend client constants', 'backend client', {
    '9.realtime.timeout': 'realtime timeout',
    '9.realtime.heartbeat': 'realtime heartbeat',
    '9.realtime.backoff': 'realtime reconnect backoff',
    '9.storage.limit': 'default limit of a storage list',
    '9.storage.sort': 'default order of a storage list',
    '9.storage.cache': 'default cache control of a storage upload',
    '9.auth.tick': 'tick of the automatic token refresh',
    '9.auth.margin': 'margin before expiry in which tokens are refreshed',
    '9.auth.flow': 'default auth flow',
    '9.auth.memory': forServer('sessions that are not persisted live in memory only'),
    '9.auth.backoff': 'backoff of a refused token refresh',
    '9.jwks': 'how long signing keys are cached',
  }),
};

export type AssumptionId = keyof typeof assumptionsById;
/** One assumption, or several that one test looks at. */
export type Ids = AssumptionId | readonly AssumptionId[];

export const assumptions: readonly Assumption[] = Object.values(assumptionsById);

/** The part of a title after the subjects. */
export interface Finding {
  /** What the installed version does instead, if it differs. */
  difference?: string | undefined;
  /** The value that was found, where we assume none. */
  value?: string | undefined;
}

const separator = ' + ';

/** Formats the title of the test of these assumptions. */
export function formatTitle(ids: Ids, { difference, value }: Finding = {}): string {
  const each = typeof ids === 'string' ? [ids] : ids;
  const subjects = each.map((id) => assumptionsById[id].subject).join('; ');
  const finding = difference ? ` [differs: ${difference}]` : value ? ` [value: ${value}]` : '';
  return `${each.join(separator)}: ${subjects}${finding}`;
}

/** Reads a title back. @returns null for the title of a test without an assumption */
export function readTitle(title: string): (Finding & { ids: string[] }) | null {
  const match = /^(\d\.[^:]+): .*?(?: \[(differs|value): (.*)\])?$/s.exec(title);
  if (!match?.[1]) return null;
  const [, ids, kind, finding = ''] = match;
  return {
    ids: ids?.split(separator) ?? [],
    ...(kind === 'differs' ? { difference: finding } : {}),
    ...(kind === 'value' ? { value: finding } : {}),
  };
}
