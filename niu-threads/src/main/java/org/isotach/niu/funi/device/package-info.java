/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A device: the network interface of J. Hoe's FUNet, one for each host, with its registers, engines and protocol.
 * <pre>
 *   user memory                        device                                         network
 *
 *   send queues     --Retrieval--&gt;  packet cache  --Dispatch--&gt;  data         --&gt;  other devices
 *                                                 &lt;------------  acknowledgements
 *   receive queues  &lt;--Delivery---  two buffers   &lt;-NetworkInput-  data         &lt;--
 * </pre>
 * It shows what happens inside, step by step. Programs that only want to send use {@link
 * org.isotach.niu.funi.QueuePair}, which has no device and so none of its copies. Start with {@link
 * org.isotach.niu.funi.device.DeviceNetwork}.
 */
package org.isotach.niu.funi.device;
