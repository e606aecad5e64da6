export const readSource = () => /[?&]utm_source=([\w-]{0,40})/.exec(location.search)?.[1];
