import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { contactMail } from '@/lib/content/site';
import { type Check, ok, type Outcome, skipped, warning } from './check';

/** Even with several servers that do not answer, the check ends in time. */
const DNS_OPTIONS = { timeout: 1500, tries: 2 };
const NO_DOMAIN = 'ENOTFOUND';
const NO_RECORD = 'ENODATA';

/** Whether an address or a domain is one that RFC 2606 reserves for examples. */
export const isPlaceholder = (address: string) =>
  /(^|[.@])example(\.(com|net|org))?$/i.test(address.trim());

/**
 * Judges whether receivers can tell our mails from forged ones.
 *
 * @param mail the address that mails come from
 * @param resolveTxt as that of `node:dns`
 */
export async function judgeMailDomain(
  mail: string,
  resolveTxt: (domain: string) => Promise<string[][]>,
): Promise<Outcome> {
  const domain = domainToASCII(mail.slice(mail.lastIndexOf('@') + 1).trim());
  if (isPlaceholder(domain)) return skipped(`${domain} is a placeholder`);
  const readTexts = async (name: string) => {
    try {
      return (await resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === NO_RECORD || (code === NO_DOMAIN && name !== domain)) return [];
      throw error;
    }
  };
  try {
    const labels = domain.split('.');
    // A policy holds for the domains below, too.
    const policyNames = labels.slice(1).map((_, n) => `_dmarc.${labels.slice(n).join('.')}`);
    const [texts, ...policies] = await Promise.all([domain, ...policyNames].map(readTexts));
    const senderRules = texts?.filter((text) => /^v=spf1( |$)/i.test(text)).length ?? 0;
    const hasPolicy = policies.flat().some((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text));
    const faults = [
      ...(senderRules === 0 ? ['no SPF record'] : []),
      ...(senderRules > 1 ? [`${senderRules} SPF records, of which none counts`] : []),
      ...(hasPolicy ? [] : ['no DMARC record']),
    ];
    if (faults.length === 0) return ok(`${domain} has an SPF and a DMARC record`);
    return warning(
      `${domain} has ${faults.join(' and ')}`,
      'Publish the TXT records that your mail provider names, or mails end up as spam.',
    );
  } catch (error) {
    const { code = 'no answer' } = error as NodeJS.ErrnoException;
    // Some networks answer so for every domain.
    if (code === NO_DOMAIN) return skipped(`${domain} was not found in DNS`);
    return skipped(`DNS could not be asked about ${domain} (${code})`);
  }
}

const mailDomain: Check<unknown> = {
  name: 'mail domain',
  needs: [],
  run: () => {
    const resolver = new Resolver(DNS_OPTIONS);
    return judgeMailDomain(contactMail, (domain) => resolver.resolveTxt(domain));
  },
};

export const mailDomainChecks = [mailDomain];
