/** @jest-environment node */
import lines from '@/local/voice/lines.json';
import { findTopic, type Topic } from '@/local/voice/machine/conversation/topics';

const typed: Record<'en' | 'cs', Record<Topic, string>> = {
  en: {
    support: 'Do you answer customers at all?',
    crm: 'Can you put this into our CRM?',
    scheduling: 'Move my appointment to Friday morning.',
    price: 'What does it cost?',
    human: 'What happens when you don’t know an answer?',
    language: 'Do you speak Czech?',
    data: 'Is my data safe?',
    hours: 'Open 24/7?',
    start: 'How do we start?',
    hello: 'Hi',
    goodbye: 'Thanks, goodbye',
    unsure: 'History of hired hymns',
  },
  cs: {
    support: 'Jak funguje podpora zákazníků?',
    crm: 'Umíte to zapsat do našeho CRM?',
    scheduling: 'Přesuňte mi schůzku na pátek dopoledne.',
    price: 'Kolik to stojí?',
    human: 'Co uděláte, když odpověď neznáte?',
    language: 'Mluvíte anglicky?',
    data: 'Co se stane s mými údaji?',
    hours: 'Jste tu i o víkendu?',
    start: 'Jak začít?',
    hello: 'Dobrý den',
    goodbye: 'Děkuji, na shledanou',
    unsure: '',
  },
};

test.each(
  (['en', 'cs'] as const).flatMap((language) =>
    Object.entries(typed[language]).map(([topic, text]) => [language, topic as Topic, text]),
  ) as ['en' | 'cs', Topic, string][],
)('%s %s: recognizes %j, also without accents and in capitals', (language, topic, text) => {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '');
  for (const form of [text, plain, text.toUpperCase()])
    expect(findTopic(form, language)).toBe(topic);
  // Scheduling is shown, not only described.
  const turn = topic === 'scheduling' ? 'moving' : topic;
  expect(lines[language][turn].join('')).not.toBe('');
});
