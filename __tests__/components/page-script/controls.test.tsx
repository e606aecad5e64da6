import { fireEvent, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Header } from '@/components/landing/header';
import {
  goToCall,
  keepPageWithoutScript,
  invokeCommands,
  syncMenu,
} from '@/components/page-script/controls';
import { setUpPage } from './page-in-jsdom';

describe('the menu', () => {
  setUpPage(syncMenu, renderToStaticMarkup(<Header />));

  const getPanel = () => document.getElementById('site-menu')!;
  const fireToggle = (newState: string) =>
    getPanel().dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));

  test('aria-expanded of the menu button follows the popover', () => {
    const button = screen.getByRole('button', { name: 'Menu', expanded: false });
    expect(button).toHaveAttribute('popovertarget', 'site-menu');
    // The backdrop is not a button for anybody but a pointer.
    expect(document.querySelectorAll('[aria-expanded]')).toHaveLength(1);
    for (const newState of ['open', 'closed']) {
      fireToggle(newState);
      expect(button).toHaveAttribute('aria-expanded', String(newState === 'open'));
    }
  });

  test('keeps aria-expanded of a menu opened before DOMContentLoaded', () => {
    fireToggle('open');
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(screen.getByRole('button', { name: 'Menu', expanded: true })).toBeVisible();
  });

  test('choosing a link closes the menu, a tap elsewhere does not', () => {
    const hidePopover = jest.fn();
    getPanel().hidePopover = hidePopover;
    fireEvent.click(document);
    const menu = within(getPanel());
    for (const inMenu of ['Contact', 'Get Started']) fireEvent.click(menu.getByText(inMenu));
    for (const link of screen.getAllByRole('link', { name: 'Core Features' }))
      if (!getPanel().contains(link)) fireEvent.click(link);
    expect(hidePopover).not.toHaveBeenCalled();
    fireEvent.click(menu.getByText('Core Features'));
    expect(hidePopover).toHaveBeenCalledTimes(1);
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

  test('opens and closes dialogs without native invoker commands', () => {
    fireEvent.click(screen.getByText('Open later'));
    expect(getDialog().open).toBe(false);
    const showModal = jest.spyOn(getDialog(), 'showModal');
    fireEvent.click(screen.getByText('Open'));
    expect(getDialog().open).toBe(true);
    fireEvent.click(screen.getByText('Open'));
    expect(showModal).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByText('Close'));
    expect(getDialog().open).toBe(false);
  });

  test('leaves them to a browser that knows invoker commands', () => {
    Object.defineProperty(HTMLButtonElement.prototype, 'command', {
      configurable: true,
      value: '',
    });
    startAgain();
    fireEvent.click(screen.getByText('Open'));
    expect(getDialog().open).toBe(false);
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'command');
  });

  test('a button whose dialog is not on the page does nothing', () => {
    const onError = jest.fn((event: Event) => event.preventDefault());
    window.addEventListener('error', onError);
    getDialog().remove();
    fireEvent.click(screen.getByText('Open'));
    window.removeEventListener('error', onError);
    expect(onError).not.toHaveBeenCalled();
  });

  test('a tap on anything else does nothing', () => {
    fireEvent.click(document);
    fireEvent.click(document.body);
    expect(getDialog().open).toBe(false);
  });
});

describe('a link to the call', () => {
  setUpPage(
    goToCall,
    `<a href="#phone-caller" data-to-call=""><i>Try</i></a><a href="#demo">Demo</a>
    <div class="stage"><button data-call-main="">Start</button></div>`,
  );

  const scrolled = jest.fn();
  beforeEach(() => void (HTMLElement.prototype.scrollIntoView = scrolled));
  const findStartButton = () => document.querySelector('button');

  test('a link to the call scrolls it into view and focuses Start after the browser’s jump', () => {
    document.querySelector('i')!.click();
    expect(scrolled).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(scrolled.mock.contexts).toEqual([document.querySelector('.stage')]);
    expect(findStartButton()).toHaveFocus();
  });

  test('a link to a call that is not on the page does nothing', () => {
    document.querySelector('.stage')!.remove();
    document.querySelector('i')!.click();
    expect(jest.runAllTimers).not.toThrow();
  });

  test('ignores other links', () => {
    document.querySelector<HTMLElement>('[href="#demo"]')!.click();
    jest.runAllTimers();
    expect(scrolled).not.toHaveBeenCalled();
    expect(findStartButton()).not.toHaveFocus();
  });
});

describe('a script that fails to load', () => {
  setUpPage(keepPageWithoutScript, '');

  test('hides until the page has loaded that one of its scripts has failed', () => {
    const script = document.body.appendChild(document.createElement('script'));
    const handleError = jest.fn();
    script.addEventListener('error', handleError);
    script.dispatchEvent(new Event('error'));
    expect(handleError).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('load'));
    script.dispatchEvent(new Event('error'));
    expect(handleError).toHaveBeenCalledTimes(1);
  });
});
