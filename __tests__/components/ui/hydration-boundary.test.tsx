import { act, render } from '@testing-library/react';
import { Activity, useEffect, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';

/** How often each part was mounted by React. */
let mounted: string[] = [];
/** The parts whose button React has heard being clicked. */
let clicked: string[] = [];

function Part({ id }: { id: string }) {
  useEffect(() => {
    mounted.push(id);
  }, [id]);
  return (
    <section id={id}>
      <h2>{`Title of ${id}`}</h2>
      <button onClick={() => clicked.push(id)}>
        <b>Press</b>
      </button>
      <details>
        <summary>Question</summary>
      </details>
    </section>
  );
}

function Menu() {
  return (
    <header>
      <button popoverTarget="menu">Menu</button>
      <div id="menu" popover="auto" />
    </header>
  );
}

function Dialog() {
  return (
    <dialog id="dialog">
      <select name="service" defaultValue="">
        <option value="">None</option>
        <option value="crm">CRM</option>
      </select>
      <input name="email" type="email" />
    </dialog>
  );
}

type Boundary = typeof HydrationBoundary;

const createPage = (Boundary: Boundary) => (
  <>
    <Boundary selector="header">
      <Menu />
    </Boundary>
    <Boundary selector="main">
      <main>
        <Boundary selector="#one">
          <Part id="one" />
        </Boundary>
        <Boundary selector="#two">
          <Part id="two" />
        </Boundary>
      </main>
    </Boundary>
    <Boundary selector="dialog">
      <Dialog />
    </Boundary>
  </>
);

/** Renders the server's HTML. With jsdom, the component would act as in a browser. */
const renderServerPage = () =>
  renderToString(
    createPage(({ children }: { children: ReactNode }) => <Activity>{children}</Activity>),
  );

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)!;
const parts = ['header', 'main', '#one', '#two', 'dialog'];

/**
 * Changes the server's page and hydrates it.
 *
 * @returns the parts whose elements React has replaced
 */
async function hydrate(change: () => void, expectedErrors = 1, whileHydrating = () => {}) {
  const container = document.createElement('div');
  container.id = 'page';
  container.className = 'beside-stage';
  container.innerHTML = renderServerPage();
  document.body.replaceChildren(container);
  const before = parts.map((selector) => find(selector));
  change();
  const onRecoverableError = jest.fn();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await act(async () => {
    render(createPage(HydrationBoundary), { container, hydrate: true, onRecoverableError });
    whileHydrating();
  });
  expect(onRecoverableError).toHaveBeenCalledTimes(expectedErrors);
  return parts.filter((selector, index) => find(selector) !== before[index]);
}

const createAside = () => document.createElement('aside');
const findMarker = (selector: string) => find(selector).previousSibling as Comment;

function wrap(...nodes: Node[]) {
  const wrapper = createAside();
  find('#page').insertBefore(wrapper, nodes[0] ?? null);
  wrapper.append(...nodes);
}

beforeEach(() => {
  mounted = [];
  clicked = [];
  HTMLElement.prototype.showPopover = function showPopover(this: HTMLElement) {
    this.dataset.shown = '';
  };
  Element.prototype.getAnimations ??= () => [];
});

test('an unchanged page is hydrated as it is', async () => {
  expect(await hydrate(() => undefined, 0)).toEqual([]);
  expect(mounted).toEqual(['one', 'two']);
});

describe('React renders only the changed part again', () => {
  const main = ['main', '#one', '#two'];
  test.each([
    ['a word of a section', () => void (find('#two h2').textContent = 'Another'), ['#two']],
    ['an element in a section', () => find('#two').prepend(createAside()), ['#two']],
    ['an element in the dialog', () => find('dialog').append(createAside()), ['dialog']],
    ['an element between two sections', () => findMarker('#two').before(createAside()), main],
    ['an element before the first section', () => find('main').prepend(createAside()), main],
    ['an element at the end of main', () => find('main').append(createAside()), main],
    ['a section that is gone', () => find('#one').remove(), main],
    // In a real page these two are children of `body`, where React skips unknown elements.
    ['an element before a part', () => findMarker('main').before(createAside()), parts],
    ['a part without its marker', () => findMarker('main').remove(), parts],
    ['a part in another element', () => wrap(findMarker('main'), find('main')), parts],
  ])('%s', async (_, change, replaced) => {
    expect(await hydrate(change)).toEqual(replaced);
    expect(mounted.toSorted()).toEqual(['one', 'two']);
  });
});

describe('in a part that is rendered again', () => {
  const change = () => parts.forEach((selector) => find(selector).append(createAside()));

  test('the visitor finds what was opened, typed and focused, without a second fade', async () => {
    const animation = { finish: jest.fn() };
    jest.spyOn(Element.prototype, 'getAnimations').mockReturnValue([animation as never]);
    await hydrate(() => {
      find<HTMLDetailsElement>('#two details').open = true;
      find('[popovertarget]').setAttribute('aria-expanded', 'true');
      find<HTMLDialogElement>('dialog').showModal();
      find<HTMLSelectElement>('select').value = 'crm';
      find('dialog').scrollTop = 40;
      find('[name=email]').focus();
      change();
    }, 3);
    expect(find('#two details')).toHaveAttribute('open');
    expect(find('#one details')).not.toHaveAttribute('open');
    expect(find('#menu').dataset).toHaveProperty('shown');
    expect(find('dialog')).toHaveAttribute('open');
    expect(find('select')).toHaveValue('crm');
    expect(find('dialog').scrollTop).toBe(40);
    expect(find('[name=email]')).toHaveFocus();
    expect(animation.finish).toHaveBeenCalledTimes(1);
  });

  test('what was closed stays closed', async () => {
    await hydrate(() => {
      find('[popovertarget]').setAttribute('aria-expanded', 'false');
      change();
    }, 3);
    expect(find('dialog')).not.toHaveAttribute('open');
    expect(find('#menu').dataset).not.toHaveProperty('shown');
  });
});

describe('a click before React has hydrated what is clicked', () => {
  const heard = jest.fn();
  beforeEach(() => document.addEventListener('click', heard));
  afterEach(() => document.removeEventListener('click', heard));

  const click = () => find('#two b').click();

  test.each([
    ['its part', () => find('#two').append(createAside())],
    ['the part around it', () => find('main').prepend(createAside())],
  ])('is made again, once, if React replaces %s', async (_, change) => {
    await hydrate(change, 1, click);
    expect(clicked).toEqual(['two']);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(heard.mock.lastCall[0].target).toBe(find('#two button'));
  });
});
