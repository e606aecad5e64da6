/** The icon family: strokes on a 24-unit grid, one weight, round ends. Single exports, so that only those in use are sent. */
export const arrow = 'M5 12h13M12.5 6.5 18 12l-5.5 5.5';
export const check = 'M5 12.5 10 17.5 19.5 7';
export const clock = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2.5';
export const close = 'M6 6l12 12M18 6 6 18';
export const gift =
  'M4.5 11.5h15v8h-15zM3.5 7.5h17v4h-17zM12 7.5v12M12 7.5C9 7.5 7.5 6.5 7.5 5.2 7.5 3 11 3 12 7.5c1-4.5 4.5-4.5 4.5-2.3 0 1.3-1.5 2.3-4.5 2.3Z';
export const mail = 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5';
export const phone =
  'M5 4.5h3.5l1.7 4.3-2.2 1.7a12 12 0 0 0 5.5 5.5l1.7-2.2 4.3 1.7V19a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 6.1 1.5 1.5 0 0 1 5 4.5Z';
export const shield =
  'M12 3.5l7.5 2.7v5.3c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6.2zM8.7 12l2.3 2.3 4.3-4.6';
