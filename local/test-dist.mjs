/** Where the build that all tests share lies. */
export const TEST_DIST_DIR = '.next-test';
