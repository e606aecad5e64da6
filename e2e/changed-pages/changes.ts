/**
 * Changes that extensions and browsers make before React hydrates the page. Each runs in it, and
 * changes the contact dialog or what is around it.
 */
export const changes: Record<string, () => void> = {
  'an element next to the e-mail field': () => {
    const icon = document.createElement('div');
    icon.attachShadow({ mode: 'open' });
    document.querySelector('#contact-email')!.after(icon);
  },
  'the e-mail field wrapped in an element': () => {
    const field = document.querySelector('#contact-email')!;
    const focused = document.activeElement;
    const wrapper = document.createElement('span');
    field.replaceWith(wrapper);
    wrapper.append(field);
    (focused as HTMLElement).focus();
  },
  'an element at the beginning of the dialog': () => {
    document.querySelector('#contact-dialog')!.prepend(document.createElement('aside'));
  },
  'a text that has become a link': () => {
    const text = document.querySelector('#contact-title + p')!.firstChild as Text;
    const link = document.createElement('a');
    link.href = 'tel:555';
    const middle = text.splitText(5);
    middle.splitText(4);
    middle.replaceWith(link);
    link.append(middle);
  },
  'an element between two sections': () => {
    document.querySelector('#phone-caller')!.after(document.createElement('aside'));
    document.querySelector('#demo')!.before(document.createElement('aside'));
  },
  'an element at the beginning of every part': () => {
    for (const part of document.querySelectorAll('body, header, main, section, footer, form'))
      part.prepend(document.createElement('aside'));
  },
  'an element before every part': () => {
    for (const part of document.querySelectorAll('header, main, footer, dialog, main > *')) {
      const { parentNode, previousSibling } = part;
      // Before the comment that marks the part for React as well.
      parentNode!.insertBefore(document.createElement('aside'), previousSibling);
    }
  },
  'elements at both ends of the page': () => {
    document.body.prepend(document.createElement('div'));
    document.body.append(document.createElement('div'));
  },
  'attributes of the page and of the fields': () => {
    document.documentElement.className = 'dark-mode';
    document.body.setAttribute('data-extension', 'on');
    for (const field of document.querySelectorAll('input, textarea')) {
      field.setAttribute('data-keeper-lock-id', '1');
      field.setAttribute('spellcheck', 'false');
    }
  },
  'a section that is gone': () => document.querySelector('#features')!.remove(),
  'the whole page moved into an element': () => {
    const focused = document.activeElement;
    const wrapper = document.createElement('div');
    wrapper.append(...document.body.childNodes);
    document.body.append(wrapper);
    const dialog = document.querySelector<HTMLDialogElement>('#contact-dialog')!;
    if (!dialog.open) return;
    // It has left the top layer.
    dialog.close();
    dialog.showModal();
    (focused as HTMLElement).focus();
  },
  'a translation': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (text.parentElement!.closest('script, noscript, textarea')) continue;
      const font = document.createElement('font');
      font.textContent = text.data.split('').reverse().join('');
      text.replaceWith(font);
    }
  },
};
