const ios = 'CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iphone = `Mozilla/5.0 (iPhone; ${ios}`;
const ipad = `Mozilla/5.0 (iPad; ${ios.replace('iPhone ', '')}`;
/** An iPad asks for desktop pages, with the user agent of a Mac. */
const desktopIpad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const webview = `${blink} Version/4.0 Chrome/140.0.7339.51 Mobile Safari/537.36`;
const device = '(iPhone15,2; iOS 18_7; en_US; en-US; scale=3.00; 1179x2556; 812345678)';

/** User agents as published in the tests and logs of public projects. */
export const inAppBrowsers: [string, string][] = [
  ['X', `${iphone} Mobile/15E148 Twitter for iPhone/11.20`],
  ['X, older', `${iphone} Version/17.0 Mobile/15E148 Safari/604.1 Twitter for iPhone`],
  ['X on Android', `${android} Build/AP2A.240705.005; wv) ${webview} TwitterAndroid`],
  ['Threads', `${iphone} Mobile/15E148 Barcelona 352.0.0.20.80 ${device}`],
  ['Threads on Android', `${android}; wv) ${webview} Barcelona 350.0.0.0 Android`],
  ['Teams', `${iphone} Mobile/15E148 TeamsMobile-iOS`],
  ['Teams on an iPad', `${ipad} Mobile/15E148 TeamsMobile-iOS`],
  ['Teams on Android', `${android}; wv) ${webview} TeamsMobile-Android`],
  ['WhatsApp', `${iphone} Mobile/15E148 WhatsApp/2.24.5.78`],
  ['WhatsApp on Android', `${android}) ${blink} Chrome/120.0 Mobile Safari/537.36 WhatsApp/2.24 A`],
  ['Slack', `${iphone} Mobile/15E148 Slack/25.09.10`],
  ['Slack, older', `${iphone} Mobile/15E148 Slack/23.10 Safari/604.1`],
  ['LinkedIn', `${iphone} Mobile/15E148 [LinkedInApp]/9.30.2144`],
  ['Instagram', `${iphone} Mobile/15E148 Instagram 399.0.0.24.84 ${device}`],
  ['Instagram on Android', `${android}; wv) ${webview} Instagram 329.0.0.41.93 Android`],
  ['Facebook', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0.40.107;FBDV/iPhone15,2;FBOP/5]`],
  ['Facebook, newer', `${iphone} Mobile/15E148 Safari/604.1 [FBAN/FBIOS;FBAV/530.0.0.47.106]`],
  ['Messenger', `${iphone} Mobile/15E148 [FBAN/Messenger;FBAV/456.0.0.36.108]`],
  ['Gmail', `${iphone} Mobile/15E148 Gmail/6.0.240609`],
  ['the Google app', `${iphone} GSA/385.0.786512345 Mobile/15E148 Safari/604.1`],
  ['LINE', `${iphone} Mobile/15E148 Safari Line/13.16.0`],
  ['Snapchat', `${iphone} Mobile/15E148 Snapchat/13.3.0.44 (like Safari/8618.2.12.10.9, panda)`],
  ['an app on an iPhone', `${iphone} Mobile/15E148`],
  ['an app on an iPod', `${iphone.replace('iPhone;', 'iPod touch;')} Mobile/15E148`],
  ['an app on an iPad', `${ipad} Mobile/15E148`],
  ['an app on an iPad with desktop pages', desktopIpad],
  ['an app on Android', `${android}; wv) ${webview}`],
];

export const browsers: [string, string][] = [
  ['Safari on an iPhone', `${iphone} Version/26.0 Mobile/15E148 Safari/604.1`],
  // Gmail opens links in a view of Safari, with its user agent.
  ['Gmail’s view of Safari', `${iphone} Version/18.7 Mobile/15E148 Safari/604.1`],
  ['Safari on an iPad', `${ipad} Version/18.7 Mobile/15E148 Safari/604.1`],
  ['Safari on an iPad with desktop pages', `${desktopIpad} Version/18.7 Safari/605.1.15`],
  ['Chrome on an iPhone', `${iphone} CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPad', `${desktopIpad} CriOS/140 Version/11.1.1 Safari/605.1.15`],
  ['Firefox on an iPhone', `${iphone} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`],
  ['Firefox on an iPad', `${desktopIpad} FxiOS/143.0 Safari/605.1.15`],
  [
    'Edge on an iPhone',
    `${iphone} Version/18.0 EdgiOS/140.0.3485.94 Mobile/15E148 Safari/605.1.15`,
  ],
  ['Chrome on a Mac', `${desktopIpad.replaceAll('605.1.15', '537.36')} Chrome/140.0 Safari/537.36`],
  [
    'Firefox on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
  ],
  ['Chrome on Android', `${android}) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0) ${blink} Chrome/140.0 Safari/537.36 Edg/140.0`,
  ],
];
