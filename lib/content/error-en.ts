/** Apart from en.ts, which would otherwise be sent to the browser as a whole. */
export const errorCopy = {
  title: 'Unexpected Application Error!',
  text:
    'Something broke on our side. Trying again often helps; if it does not, ' +
    'please write to us:',
  retry: 'Try again',
  home: 'Back to the home page',
};
