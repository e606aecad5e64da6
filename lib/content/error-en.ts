/** What the error pages say. Apart from en.ts, because these pages run in the browser. */
export const errorCopy = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. Trying again often helps; if it does not, please write to us:',
  retry: 'Try again',
  home: { label: 'Back to the home page', href: '/' },
};
