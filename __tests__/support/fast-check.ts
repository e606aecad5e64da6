import fc from 'fast-check';

// `jest --seed` repeats the cases of a run.
fc.configureGlobal({ seed: jest.getSeed() });

export { fc };
