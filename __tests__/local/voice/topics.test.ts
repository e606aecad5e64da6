/** @jest-environment node */
import lines from '@/local/voice/lines.json';
import { findTopic, type Topic } from '@/local/voice/machine/topics';

const typed: Record<'en' | 'cs', [text: string, topic: Topic][]> = {
  en: [
    ['Do you answer customers at all?', 'support'],
    ['Can you put this into our CRM?', 'crm'],
    ['Move my appointment to Friday morning.', 'scheduling'],
    ['I would like to BOOK a slot', 'scheduling'],
    ['How much is it?', 'price'],
    ['What does it cost?', 'price'],
    ['Can I talk to a human?', 'human'],
    ['What happens when you don’t know an answer?', 'human'],
    ["What if you don't know?", 'human'],
    ['Do you speak Czech?', 'language'],
    ['Is my data safe?', 'data'],
    ['What are your hours?', 'hours'],
    ['Open 24/7?', 'hours'],
    ['How do we start?', 'start'],
    ['Hi', 'hello'],
    ['Thanks, goodbye', 'goodbye'],
    ["That's all", 'goodbye'],
    ['History of hired hymns', 'unsure'],
    ['', 'unsure'],
    ['???', 'unsure'],
  ],
  cs: [
    ['Jak funguje podpora zákazníků?', 'support'],
    ['Umíte to zapsat do našeho CRM?', 'crm'],
    ['Přesuňte mi schůzku na pátek dopoledne.', 'scheduling'],
    ['Chci se objednat', 'scheduling'],
    ['Kolik to stojí?', 'price'],
    ['Jaká je cena?', 'price'],
    ['Přepojte mě na člověka', 'human'],
    ['Co uděláte, když odpověď neznáte?', 'human'],
    ['Mluvíte anglicky?', 'language'],
    ['Co se stane s mými údaji?', 'data'],
    ['Ukládáte data?', 'data'],
    ['Kdy máte otevřeno?', 'hours'],
    ['Jste tu i o víkendu?', 'hours'],
    ['Jak začít?', 'start'],
    ['Dobrý den', 'hello'],
    ['Děkuji, na shledanou', 'goodbye'],
    ['Nashledanou!', 'goodbye'],
    ['Centrum Prahy', 'unsure'],
    ['', 'unsure'],
  ],
};

describe.each(['en', 'cs'] as const)('%s', (language) => {
  test.each(typed[language])('%j is about %s', (text, topic) => {
    expect(findTopic(text, language)).toBe(topic);
  });

  test.each(typed[language])('%j is so without accents, and shouted', (text, topic) => {
    const plain = text.normalize('NFD').replace(/\p{M}/gu, '');
    expect(findTopic(plain, language)).toBe(topic);
    expect(findTopic(text.toUpperCase(), language)).toBe(topic);
  });

  test('there are twelve topics, each with something to say', () => {
    const topics = new Set(typed[language].map(([, topic]) => topic));
    expect(topics.size).toBe(12);
    for (const topic of topics) {
      // Scheduling is shown, not only told.
      const turn = topic === 'scheduling' ? 'moving' : topic;
      expect(lines[language][turn].join('')).not.toBe('');
    }
  });
});
