expect(1).toBeDefined();
expect(1).toBeTruthy();
expect(true).toBe(true);
expect(1).toBe(1);
