/** Reads where the visitor comes from: the `utm_source` of the page's address. */
export const readSource = () => /[?&]utm_source=([\w-]{0,40})/.exec(location.search)?.[1];
