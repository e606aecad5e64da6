import { fireEvent, screen } from '@testing-library/react';
import { goToCall, invokeCommands, syncMenu } from '@/components/page-script/controls';
import { setUpPage } from './page-in-jsdom';

describe('the menu', () => {
  setUpPage(
    syncMenu,
    `<button popovertarget="site-menu" aria-controls="site-menu">Menu</button>
    <div id="site-menu"></div>`,
  );

  test('its button says whether it is open, also before DOMContentLoaded', () => {
    const expectExpanded = (expanded: boolean) =>
      expect(screen.getByRole('button', { name: 'Menu', expanded })).toBeVisible();
    expectExpanded(false);
    for (const newState of ['closed', 'open']) {
      const event = Object.assign(new Event('beforetoggle'), { newState });
      document.getElementById('site-menu')!.dispatchEvent(event);
      expectExpanded(newState === 'open');
    }
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expectExpanded(true);
  });
});

describe('commands of buttons', () => {
  const startAgain = setUpPage(
    invokeCommands,
    `<button command="show-modal" commandfor="dialog"><b>Open</b></button>
    <button command="show-modal" commandfor="dialog" disabled>Open later</button>
    <dialog id="dialog"><button command="close" commandfor="dialog">Close</button></dialog>`,
  );
  const getDialog = () => document.querySelector('dialog')!;

  test('open and close dialogs in a browser that does not know them', () => {
    for (const target of [document, screen.getByText('Open later')]) fireEvent.click(target);
    expect(getDialog().open).toBe(false);
    // On an open dialog a browser's showModal throws.
    const showModal = jest.spyOn(getDialog(), 'showModal');
    for (let press = 0; press < 2; press += 1) fireEvent.click(screen.getByText('Open'));
    expect(getDialog().open).toBe(true);
    expect(showModal).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByText('Close'));
    expect(getDialog().open).toBe(false);
  });

  test('are left to a browser that knows them', () => {
    Object.defineProperty(HTMLButtonElement.prototype, 'command', {
      configurable: true,
      value: '',
    });
    startAgain();
    fireEvent.click(screen.getByText('Open'));
    expect(getDialog().open).toBe(false);
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'command');
  });
});

describe('a link to the call', () => {
  setUpPage(
    goToCall,
    `<a href="#phone-caller" data-to-call=""><i>Try</i></a>
    <div class="stage"><button data-call-main="">Start</button></div>`,
  );

  test('scrolls it into view and focuses Start, after a jump', () => {
    const scrolled = jest.fn();
    HTMLElement.prototype.scrollIntoView = scrolled;
    fireEvent.click(screen.getByText('Try'), { ctrlKey: true });
    expect(jest.getTimerCount()).toBe(0);
    fireEvent.click(screen.getByText('Try'));
    expect(scrolled).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(location.hash).toBe('#phone-caller');
    expect(scrolled.mock.contexts).toEqual([screen.getByText('Start').parentElement]);
    expect(screen.getByText('Start')).toHaveFocus();
  });
});
