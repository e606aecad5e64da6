import type { ToolsCopy } from './call-copy';

export const toolsEn: ToolsCopy = {
  check_availability: {
    working: 'Looking at the calendar',
    done: 'Calendar checked',
    separator: ' for ',
  },
  book_appointment: {
    working: 'Booking the appointment',
    done: 'Appointment booked',
    separator: ' for ',
  },
  move_appointment: {
    working: 'Moving the appointment',
    done: 'Appointment moved',
    separator: ' to ',
  },
  cancel_appointment: { working: 'Canceling the appointment', done: 'Appointment canceled' },
  create_crm_record: {
    working: 'Creating a CRM record',
    done: 'CRM record created',
    separator: ' for ',
  },
  update_crm_record: {
    working: 'Updating the CRM record',
    done: 'CRM record updated',
    separator: ' of ',
  },
  note_in_crm: { working: 'Making a note in the CRM', done: 'Noted in the CRM' },
  create_ticket: { working: 'Opening a ticket', done: 'Ticket opened' },
  send_confirmation: { working: 'Sending a confirmation', done: 'Confirmation sent' },
  transfer_to_person: { working: 'Putting you through', done: 'Put through', separator: ' to ' },
};
