/** @jest-environment node */
import { createStore } from '@/lib/call/store';

it('notifies every subscriber once of another value', () => {
  const store = createStore('first');
  const heard: string[] = [];
  store.subscribe(() => heard.push(`a ${store.get()}`));
  const stop = store.subscribe(() => heard.push(`b ${store.get()}`));
  store.set('first');
  expect(heard).toEqual([]);
  store.set('second');
  expect(heard).toEqual(['a second', 'b second']);
  stop();
  store.set('third');
  expect(heard).toEqual(['a second', 'b second', 'a third']);
});
