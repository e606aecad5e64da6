import type { ToolsCopy } from './call-copy';

// After a colon, Czech words keep their nominative.
const separator = ': ';

export const toolsCs: ToolsCopy = {
  check_availability: { working: 'Dívám se do kalendáře', done: 'Kalendář prověřen', separator },
  book_appointment: { working: 'Zapisuji termín', done: 'Termín zapsán', separator },
  move_appointment: { working: 'Přesouvám termín', done: 'Termín přesunut', separator },
  cancel_appointment: { working: 'Ruším termín', done: 'Termín zrušen' },
  create_crm_record: {
    working: 'Zakládám záznam v\u00a0CRM',
    done: 'Záznam v\u00a0CRM založen',
    separator,
  },
  update_crm_record: {
    working: 'Upravuji záznam v\u00a0CRM',
    done: 'Záznam v\u00a0CRM upraven',
    separator,
  },
  note_in_crm: { working: 'Zapisuji poznámku do CRM', done: 'Poznámka zapsána do CRM' },
  create_ticket: { working: 'Zakládám požadavek', done: 'Požadavek založen' },
  send_confirmation: { working: 'Posílám potvrzení', done: 'Potvrzení odesláno' },
  transfer_to_person: { working: 'Přepojuji vás', done: 'Přepojeno', separator },
};
