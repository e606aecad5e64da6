/** The texts of the English error pages, not in en.ts: all of that would be sent to the browser with them. */
export const errorCopy = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. Trying again often helps; if it does not, please write to us:',
  retry: 'Try again',
  home: 'Back to the home page',
};
