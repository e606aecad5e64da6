interface ServiceNames {
  services: Readonly<Record<string, string>>;
  unknownService: string;
}

/** Names a service in the success message (docs/behaviour.md, section 3). */
export function getServiceName(copy: ServiceNames, value: string): string {
  return (Object.hasOwn(copy.services, value) && copy.services[value]) || copy.unknownService;
}
