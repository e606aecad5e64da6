import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MenuButton } from '@/components/landing/menu-button';

function setup() {
  const { unmount } = render(
    <>
      <MenuButton label="Menu" panelId="panel" />
      <div id="panel" popover="auto">
        <a href="#demo">Core Features</a>
        <p>Not a link</p>
      </div>
    </>,
  );
  const panel = document.getElementById('panel')!;
  panel.hidePopover = jest.fn();
  const toggle = (newState: string) =>
    act(() => void panel.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState })));
  return { panel, toggle, unmount, button: screen.getByRole('button', { name: /menu/i }) };
}

test('works without script: the button names the popover it toggles', () => {
  const { button } = setup();
  expect(button).toHaveAttribute('popovertarget', 'panel');
});

test('says whether the menu is open, whoever opened or closed it', () => {
  const { button, toggle } = setup();
  expect(button).toHaveAttribute('aria-expanded', 'false');
  toggle('open');
  expect(button).toHaveAttribute('aria-expanded', 'true');
  toggle('closed');
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('choosing a link closes the menu, a tap beside one does not', async () => {
  const { panel } = setup();
  await userEvent.click(screen.getByText('Not a link'));
  expect(panel.hidePopover).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('Core Features'));
  expect(panel.hidePopover).toHaveBeenCalledTimes(1);
});
