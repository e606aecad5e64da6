import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// The first import() of a module compiles it; on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has <dialog> without its methods.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
  this.dispatchEvent(new Event('toggle'));
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

// jsdom neither lays out nor draws.
const Observer = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.ResizeObserver ??= Observer;
window.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver;
window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
HTMLCanvasElement.prototype.getContext = () => null;
