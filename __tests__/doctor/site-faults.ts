import { listFaults, NOWHERE, replaceText, setHeader, setStatus } from './fault';

const addScriptHost = (policy: string) =>
  policy.replace("script-src 'self'", "script-src 'self' https://scripts.example");

export const siteFaults = listFaults({
  site: {
    'the site is down': { fails: 'no answer from 127.0.0.1:9', settings: { SITE_URL: NOWHERE } },
    'its certificate is not trusted': {
      fails: 'SELF_SIGNED',
      settings: ({ untrustedOrigin }) => ({ SITE_URL: untrustedOrigin }),
    },
    'visitors are sent to another address': {
      fails: 'answers 308 to https://www.callwright.example/',
      at: '/',
      alter: (answer) => {
        answer.status = 308;
        answer.headers['location'] = 'https://www.callwright.example/';
      },
    },
  },
  'same settings': {
    'the site has another setting': {
      warns: 'another CALLS_PER_DAY than this command',
      settings: { CALLS_PER_DAY: '7' },
    },
    'the site is of an earlier version': {
      fails: 'tells this command nothing (404)',
      at: '/api/doctor',
      alter: setStatus(404),
    },
    'the site does not reach its database': {
      fails: 'does not reach',
      at: '/api/doctor',
      alter: replaceText('"ready":true', '"ready":false'),
    },
  },
  pages: {
    'something puts a script of another host into the page': {
      fails: /: the page at \/$/,
      at: '/',
      alter: replaceText('</body>', '<script src="https://cdn.example/count.js"></script></body>'),
    },
    'something minifies the page': {
      fails: /: the page at \/$/,
      at: '/',
      alter: replaceText('"><', '" ><'),
    },
    'the policy allows another host': {
      fails: /: the policy of \/$/,
      at: '/',
      alter: setHeader('content-security-policy', addScriptHost),
    },
    'browsers may keep the landing page': {
      fails: /: Cache-Control of \/ \(max-age=3600\)$/,
      at: '/',
      alter: setHeader('cache-control', 'max-age=3600'),
    },
    'a personal page may be kept': {
      fails: /: Cache-Control of \/outreach \(public, max-age=60\)$/,
      at: '/outreach',
      alter: setHeader('cache-control', 'public, max-age=60'),
    },
    'a page of an earlier build is kept': {
      fails: /: \/_next\/static\/\S+ \(404\)/,
      at: '/_next/static/*',
      alter: setStatus(404),
    },
    'the scripts of a deployment are gone': {
      fails: /: \/_next\/static\/\S+\?dpl=1 \(404\)/,
      at: '*',
      alter: (answer, path) => {
        if (path === '/outreach') answer.text = answer.text.replaceAll('.js"', '.js?dpl=1"');
        if (path.endsWith('?dpl=1')) answer.status = 404;
      },
    },
    'a page is sent in place of a script': {
      fails: /: \/_next\/static\/\S+ \(200\)/,
      at: '/_next/static/*',
      alter: setHeader('content-type', 'text/html'),
    },
  },
  calls: {
    'the site refuses calls': {
      warns: 'the site refuses them now (calls_off)',
      at: '/api/call',
      alter: replaceText('null', '"calls_off"'),
    },
    'the site takes this address for another site': {
      fails: '(403)',
      at: '/api/call',
      alter: setStatus(403),
    },
  },
  alerts: {
    'the webhook refuses alerts': {
      fails: 'webhook: status 404',
      plant: ({ alerts }) => {
        const { answer } = alerts;
        alerts.answer = (outgoing) => outgoing.writeHead(404).end();
        return () => (alerts.answer = answer);
      },
    },
    'the mail server is down': {
      fails: /^a test was not delivered by mail: \w+ E\w+$/,
      alertSettings: { ALERT_SMTP_URL: 'smtp://127.0.0.1:9', ALERT_MAIL_TO: 'a@b.example' },
    },
    'no channel reports new requests': {
      warns: 'no channel reports',
      alertSettings: { ALERT_WEBHOOK_URL: undefined },
    },
  },
});
