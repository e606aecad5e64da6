const ios = 'CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iphone = `Mozilla/5.0 (iPhone; ${ios}`;
const ipad = `Mozilla/5.0 (iPad; ${ios.replace('iPhone ', '')}`;
/** An iPad asks for desktop pages, with the user agent of a Mac. */
const desktopIpad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
export const webview = `${android}; wv) ${blink} Version/4.0 Chrome/140.0 Mobile Safari/537.36`;
export const safari = `${iphone} Version/26.0 Mobile/15E148 Safari/604.1`;
const chrome = `${android}) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`;

/** After user agents in the tests and logs of public projects, with the part that decides. */
export const inAppBrowsers: [string, string][] = [
  ['X', `${iphone} Version/17.0 Mobile/15E148 Safari/604.1 Twitter for iPhone`],
  ['Threads', `${safari} Barcelona 352.0.0.20.80 (iPhone15,2; iOS 18_7; en_US)`],
  ['Teams', `${safari} TeamsMobile-iOS`],
  ['WhatsApp', `${chrome} WhatsApp/2.24 A`],
  ['Slack', `${iphone} Mobile/15E148 Slack/23.10 Safari/604.1`],
  ['LinkedIn', `${safari} [LinkedInApp]/9.30.2144`],
  ['Instagram', `${safari} Instagram 399.0.0.24.84 (iPhone15,2; iOS 18_7; en_US)`],
  ['Facebook', `${iphone} Mobile/15E148 Safari/604.1 [FBAN/FBIOS;FBAV/530.0.0.47.106]`],
  ['Facebook, version only', `${safari} [FBAV/480.0]`],
  ['Facebook on Android', `${chrome} [FB_IAB/FB4A]`],
  ['the Google app', `${iphone} GSA/385.0.786512345 Mobile/15E148 Safari/604.1`],
  ['LINE', `${iphone} Mobile/15E148 Safari Line/13.16.0`],
  ['Snapchat', `${iphone} Mobile/15E148 Snapchat/13.3.0.44 (like Safari/8618.2.12.10.9, panda)`],
  ['TikTok', `${safari} TikTok 35.0`],
  ['TikTok, older', `${safari} musical_ly_35.0`],
  ['TikTok on Android', `${chrome} BytedanceWebview/d8a21c6`],
  ['WeChat', `${chrome} MicroMessenger/8.0`],
  ['Pinterest', `${safari} [Pinterest/iOS]`],
  ['an app on an iPhone', `${iphone} Mobile/15E148`],
  ['an app on an iPod', `${iphone.replace('iPhone;', 'iPod touch;')} Mobile/15E148`],
  ['an app on an iPad', `${ipad} Mobile/15E148`],
  ['an app on an iPad with desktop pages', desktopIpad],
  ['an app on Android', webview],
];

export const browsers: [string, string][] = [
  ['Safari on an iPhone', safari],
  ['Safari on an iPad', `${ipad} Version/18.7 Mobile/15E148 Safari/604.1`],
  ['Safari on an iPad with desktop pages', `${desktopIpad} Version/18.7 Safari/605.1.15`],
  ['Chrome on an iPhone', `${iphone} CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', `${iphone} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`],
  ['Edge on an iPhone', `${iphone} Version/18.0 EdgiOS/140.0 Mobile/15E148 Safari/605.1.15`],
  ['Chrome on a Mac', `${desktopIpad.replaceAll('605.1.15', '537.36')} Chrome/140.0 Safari/537.36`],
  ['Firefox on a Mac', 'Mozilla/5.0 (Macintosh; rv:143.0) Gecko/20100101 Firefox/143.0'],
  ['Chrome on Android', chrome],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'],
  ['a name like that of an app', `${chrome} Online/1.0`],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0) ${blink} Chrome/140.0 Safari/537.36 Edg/140.0`,
  ],
];
