export const errorCopyEn = {
  title: 'Unexpected Application Error!',
  text:
    'Something broke on our side. Trying again often helps; if it does not, ' +
    'please write to us:',
  retry: 'Try again',
  home: 'Back to the home page',
};

export type ErrorCopy = typeof errorCopyEn;
