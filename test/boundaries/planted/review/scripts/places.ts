export const planted = ["/work/main/file", "/tmp/file", "/root/file"];
export const fine = ["https://host/tmp/file", "${folder}/tmp/file", "/etc/tmpfiles"];
