const apps =
  'FBAN|FBAV|FB_IAB|Instagram|Line/|MicroMessenger|LinkedInApp|Snapchat|TikTok|BytedanceWebview' +
  '|musical_ly|GSA/|Pinterest';
const inAppBrowser = new RegExp(`\\b(${apps})|; wv\\)`, 'i');

/**
 * Whether the page is open inside another app. Most of these browsers offer no microphone and no
 * downloads.
 */
export function isInAppBrowser(): boolean {
  return inAppBrowser.test(navigator.userAgent);
}
