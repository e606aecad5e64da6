const APPS =
  'FBAN|FBAV|FB_IAB|Instagram|Line/|MicroMessenger|LinkedInApp|Snapchat|TikTok|BytedanceWebview' +
  '|musical_ly|GSA/|Pinterest';
const IN_APP_BROWSER = new RegExp(`\\b(${APPS})|; wv\\)`, 'i');

/** Whether the page is open inside another app: most have neither microphone nor downloads. */
export function isInAppBrowser(): boolean {
  return IN_APP_BROWSER.test(navigator.userAgent);
}
