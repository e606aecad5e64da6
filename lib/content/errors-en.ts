/** Of the error pages. In a file of their own, because every English page loads them. */
export const errorTextsEn = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. Trying again often helps.',
  retry: 'Try again',
  home: 'Back to the home page',
  waysOn: 'If it does not help, reach us here:',
  form: 'Contact form',
  privacy: 'Privacy',
};

export type ErrorTexts = typeof errorTextsEn;
