/**
 * Inline script: hides the bar “Try a call” while a button or link of the page is under it or less
 * than 8 px away. Where the page came to rest, the bar would cut it in two.
 */
export function keepBarClear(): void {
  const look = () => {
    const bar = document.querySelector('.try-call');
    if (!bar) return;
    const { top, bottom } = bar.getBoundingClientRect();
    const others = document.querySelectorAll('.try-call-reach :is(a, button):not(.try-call)');
    const close = [...others].some((other) => {
      const box = other.getBoundingClientRect();
      return box.bottom > top - 8 && box.top < bottom;
    });
    bar.toggleAttribute('data-aside', close);
  };
  addEventListener('scroll', look);
  addEventListener('resize', look);
}
