import { getEnv } from '@/lib/server/env';
import {
  createAnswerFault,
  createHeaderFault,
  createStatusFault,
  createTextFault,
} from './answer-faults';
import {
  createSettingsFault,
  listFaults,
  NOWHERE,
  createPlantedFault,
  markAsWarning,
} from './fault';

/** Changes the settings of what sends alerts, which are read in this process. */
const createAlertSettingsFault = (
  expectedFinding: string | RegExp,
  settings: Record<string, string | undefined>,
) =>
  createPlantedFault(expectedFinding, async () => {
    const usual = Object.keys(settings).map((name) => [name, process.env[name]]);
    Object.assign(getEnv(), settings);
    return () => Object.assign(getEnv(), Object.fromEntries(usual));
  });

const policy = 'content-security-policy';
const caching = 'cache-control';

export const siteFaults = listFaults({
  site: {
    'the site is down': createSettingsFault('no answer from 127.0.0.1:9', { SITE_URL: NOWHERE }),
    'visitors are sent to another address': createAnswerFault(
      'answers 308 to https://www.callwright.example/',
      '/',
      (answer) => {
        answer.status = 308;
        answer.headers['location'] = 'https://www.callwright.example/';
      },
    ),
  },
  'same settings': {
    'the site has another setting': markAsWarning(
      createSettingsFault('another CALLS_PER_DAY than this command', { CALLS_PER_DAY: '7' }),
    ),
    'the site is of an earlier version': createStatusFault(
      'tells this command nothing (404)',
      '/api/doctor',
      404,
    ),
  },
  health: {
    'the site does not reach its database': createTextFault(
      'does not reach',
      '/api/doctor',
      '"ready":true',
      '"ready":false',
    ),
  },
  pages: {
    'something puts a script of another host into the page': createTextFault(
      /: the page at \/$/,
      '/',
      '</body>',
      '<script src="https://cdn.example/count.js"></script></body>',
    ),
    'something minifies the page': createTextFault(/: the page at \/$/, '/', '"><', '" ><'),
    'the policy allows another host': createHeaderFault(
      /: the policy of \/$/,
      '/',
      policy,
      (value) => value.replace("script-src 'self'", "script-src 'self' https://scripts.example"),
    ),
    'browsers may keep the landing page': createHeaderFault(
      /: Cache-Control of \/ \(max-age=3600\)$/,
      '/',
      caching,
      'max-age=3600',
    ),
    'a personal page may be kept': createHeaderFault(
      /: Cache-Control of \/outreach \(public, max-age=60\)$/,
      '/outreach',
      caching,
      'public, max-age=60',
    ),
    'a page of an earlier build is kept': createStatusFault(
      /: \/_next\/static\/\S+ \(404\)/,
      '/_next/static/*',
      404,
    ),
    'the scripts of a deployment are gone': createAnswerFault(
      /: \/_next\/static\/\S+\?dpl=1 \(404\)/,
      '*',
      (answer, path) => {
        if (path === '/outreach') answer.text = answer.text.replaceAll('.js"', '.js?dpl=1"');
        if (path.endsWith('?dpl=1')) answer.status = 404;
      },
    ),
    'a page is sent in place of a script': createHeaderFault(
      /: \/_next\/static\/\S+ \(200\)/,
      '/_next/static/*',
      'content-type',
      'text/html',
    ),
  },
  calls: {
    'the site refuses calls': markAsWarning(
      createTextFault('the site refuses them now (calls_off)', '/api/call', 'null', '"calls_off"'),
    ),
    'the site takes this address for another site': createStatusFault('(403)', '/api/call', 403),
  },
  alerts: {
    'the webhook refuses alerts': createPlantedFault('webhook: status 404', async (world) => {
      world.alerts.status = 404;
      return () => (world.alerts.status = 200);
    }),
    'the webhook may drop what it takes': markAsWarning(
      createAlertSettingsFault('taken by webhook (teams)', { ALERT_WEBHOOK_KIND: 'teams' }),
    ),
    'the mail server is down': createAlertSettingsFault(
      /^a test was not delivered by mail: \w+ E\w+$/,
      {
        ALERT_SMTP_URL: 'smtp://127.0.0.1:9',
        ALERT_MAIL_TO: 'a@b.example',
      },
    ),
    'no channel reports new requests': markAsWarning(
      createAlertSettingsFault('no channel reports', { ALERT_WEBHOOK_URL: undefined }),
    ),
  },
});
